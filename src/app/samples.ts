/** Manifests to begin with; files of their own, so that a teacher can change them without a build. */
const files = {
  deployment: { path: 'deployment.yaml', name: 'web.yaml' },
  pod: { path: 'pod.yaml', name: 'solo.yaml' },
  service: { path: 'service.yaml', name: 'service.yaml' },
  configMap: { path: 'config-map.yaml', name: 'settings.yaml' },
  // The same Deployment in its next version, so the same file.
  badRelease: { path: 'bad-release.yaml', name: 'web.yaml' },
  crashing: { path: 'crashing.yaml', name: 'crash.yaml' },
} as const;

export type SampleName = keyof typeof files;

export const sampleNames = Object.keys(files) as readonly SampleName[];

/** Name and text of a sample. */
export async function loadSample(name: SampleName): Promise<{ readonly name: string; readonly text: string }> {
  const file = files[name];
  const response = await fetch(`./samples/${file.path}`);
  return { name: file.name, text: response.ok ? await response.text() : '' };
}
