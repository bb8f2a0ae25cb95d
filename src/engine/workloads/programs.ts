// Models: which executables an image holds, as runc finds them: execve's path, or the directories of $PATH.
// Simplified: an image that is described holds the usual tools of a small distribution, each in each directory of the path.
// Not modelled: images that are not described; each program that is asked of them is taken to be there.
import type { Container } from '../api/types';
import type { WorkloadDescription } from './description';

type Holds = Pick<WorkloadDescription, 'programs' | 'distroless'>;

/** Tools that are taken to be in every image with a shell. */
const usual = new Set(
  'sh ash bash dash cat ls ps df du env printenv id uname hostname date whoami wget curl nslookup grep sed awk cut sort head tail wc printf mkdir cp mv chmod chown ln find which seq expr test [ ping nc telnet getent ip ifconfig sysctl mount tar gzip sync base64 md5sum sha256sum tee xargs basename dirname sleep true false echo touch rm kill timeout nohup top yes watch crond'.split(
    ' ',
  ),
);
/** Docker's PATH for Linux. */
const directories = ['/bin/', '/sbin/', '/usr/bin/', '/usr/sbin/', '/usr/local/bin/', '/usr/local/sbin/'];

/** Whether an image holds an executable, by its name or its path. Of an image that is not described: yes. */
export function holdsProgram({ programs: own, distroless }: Holds, name: string): boolean {
  if (own === undefined || own.includes(name)) return true;
  const slash = name.lastIndexOf('/');
  const base = name.slice(slash + 1);
  if (slash >= 0 && !directories.includes(name.slice(0, slash + 1))) return false;
  return own.includes(base) || (usual.has(base) && !distroless);
}

/** Whether a path lies in one of the container's volumes, whose files are not known. */
function isMounted(container: Container, path: string): boolean {
  return (container.volumeMounts ?? []).some(({ mountPath = '' }) =>
    path.startsWith(`${mountPath.replace(/\/$/, '')}/`),
  );
}

/** What runc says of an executable that a container is to run and its image does not hold; `undefined` when it is there. */
export function missingProgram(container: Container, image: Holds, name: string): string | undefined {
  if (name.includes('$(') || holdsProgram(image, name) || isMounted(container, name)) return undefined;
  return name.includes('/')
    ? `exec: "${name}": stat ${name}: no such file or directory`
    : `exec: "${name}": executable file not found in $PATH`;
}
