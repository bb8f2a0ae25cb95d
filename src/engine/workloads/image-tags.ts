// Models: how the Docker official images name their tags: a version, variants behind dashes, floating names.
// Simplified: a rule and not a list: each version up to the newest major and minor that is written down is there, in each
//   variant; which patch releases and which combinations were published is not known here.
// Not modelled: tags that were taken away.

const version = /^v?\d+(?:\.\d+)*(?:(?:a|b|rc|alpha|beta|p|M)\d+)?$/;
/** Names of distributions, editions and channels, which a tag may carry with or without a number of their own. */
const words = new Set(
  'latest stable mainline edge lts current nightly rolling testing unstable experimental devel rc beta alpha alpine slim perl otel debian ubuntu bookworm bullseye buster stretch trixie forky sid noble jammy focal bionic plucky questing resolute rockylinux ubi oraclelinux windowsservercore nanoserver ltsc glibc musl uclibc apache fpm cli zts cron management full minimal community enterprise server core jdk jre openjdk temurin corretto alpaquita browsers onbuild scratch builder bare nonroot debug amd64 arm64 arm32v7 arm64v8 linux php python node go openssl krypton jod iron hydrogen gallium fermium fastcgi tools unprivileged'.split(
    ' ',
  ),
);

/** Whether one part of a tag between dashes could be: `1.29`, `alpine3.22`, `bookworm`, `20250428`. */
function isPart(part: string): boolean {
  if (version.test(part)) return true;
  const word = /^([A-Za-z]+)(\d[\d.]*)?$/.exec(part);
  return word !== null && words.has((word[1] as string).toLowerCase());
}

/** Whether `tag` leads with a version that is later than `newest` (`1.31`, `18`), compared as far as both go. */
function isLater(tag: string, newest: string): boolean {
  const leading = /^v?(\d+(?:\.\d+)*)/.exec(tag)?.[1]?.split('.').map(Number);
  const limit = newest.split('.').map(Number);
  // A date such as 20250428 is no version.
  if (!leading || (leading[0] as number) > 9_999) return false;
  for (let i = 0; i < Math.min(leading.length, limit.length); i++) {
    const difference = (leading[i] as number) - (limit[i] as number);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/**
 * Whether a public image plausibly has a tag: `latest`, `1.29`, `1.29.1`, `1.27-alpine3.21`, `bookworm-slim`.
 * `newest`: the last version that counts as published; absent: any number will do.
 */
export function isPlausibleTag(tag: string, newest?: string): boolean {
  return tag.split('-').every(isPart) && (newest === undefined || !isLater(tag, newest));
}
