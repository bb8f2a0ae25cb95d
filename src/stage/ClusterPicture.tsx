import type { ComponentProps } from 'react';
import { ClusterOutline, ClusterView } from '../views/cluster/View';

/** The cluster, and the same in words. */
export default function ClusterPicture(props: ComponentProps<typeof ClusterView>) {
  const { rows, slots, event } = props;
  return (
    <>
      <ClusterView {...props} />
      <ClusterOutline rows={rows} slots={slots} event={event} />
    </>
  );
}
