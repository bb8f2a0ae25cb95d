/** Longest manifest that is read, in characters; a lesson's manifests are a hundredth of it. */
export const maxManifestLength = 1024 * 1024;
