// Models: pkg/kubelet/container/helpers.go HashContainer: what of a container's spec may not change under a running container
// Simplified: name and image, as upstream picks them (pickFieldsToHash).
// Not modelled: —

import { hashText } from '../../shared/hash';
import type { Container } from '../api/types';

export function hashContainer(container: Container): number {
  return hashText(`${container.name}\u0000${container.image ?? ''}`);
}
