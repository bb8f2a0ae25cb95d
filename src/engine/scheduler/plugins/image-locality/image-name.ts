// Models: pkg/scheduler/framework/plugins/imagelocality/image_locality.go normalizedImageName.
// Simplified: —
// Not modelled: —

/** The name of an image as a runtime lists it: with a tag. */
export function normalizedImageName(image: string): string {
  return image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;
}
