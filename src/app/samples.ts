/** Manifests to begin with; files of their own, so that a teacher can change them without a build. */
const files = {
  deployment: 'deployment.yaml',
  pod: 'pod.yaml',
  service: 'service.yaml',
  configMap: 'config-map.yaml',
  badRelease: 'bad-release.yaml',
  crashing: 'crashing.yaml',
} as const;

export type SampleName = keyof typeof files;

export const sampleNames = Object.keys(files) as readonly SampleName[];

/** Name and text of a sample. */
export async function loadSample(name: SampleName): Promise<{ readonly name: string; readonly text: string }> {
  const response = await fetch(`./samples/${files[name]}`);
  return { name: files[name], text: response.ok ? await response.text() : '' };
}
