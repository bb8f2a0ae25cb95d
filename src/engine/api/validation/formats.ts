/**
 * Models: k8s.io/apimachinery pkg/util/validation/validation.go and pkg/api/validate/content (IsDNS1123Label …
 *   IsConfigMapKey), with their texts.
 * Simplified: a check answers with a list of complaints; the empty list is one shared constant.
 * Not modelled: wildcard subdomains, domain-prefixed paths.
 */

const VALID: readonly string[] = [];

const DNS_LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const DNS_SUBDOMAIN = `${DNS_LABEL}(\\.${DNS_LABEL})*`;
const UNDERSCORE_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const UNDERSCORE_SUBDOMAIN = `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`;
const DNS_1035_LABEL = '[a-z]([-a-z0-9]*[a-z0-9])?';
const LABEL_NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${LABEL_NAME})?`;
const CONFIG_KEY = '[-._a-zA-Z0-9]+';
const HEADER_NAME = '[-A-Za-z0-9]+';
const PERCENT = '[0-9]+%';

const dnsLabel = whole(DNS_LABEL);
const dnsSubdomain = whole(DNS_SUBDOMAIN);
const underscoreSubdomain = whole(UNDERSCORE_SUBDOMAIN);
const dns1035Label = whole(DNS_1035_LABEL);
const labelName = whole(LABEL_NAME);
const labelValue = whole(LABEL_VALUE);
const configKey = whole(CONFIG_KEY);
const headerName = whole(HEADER_NAME);
const percent = whole(PERCENT);

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

/** Length in UTF-8 bytes, as Go counts. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < text.length) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}

function maxLengthText(length: number): string {
  return `must be no more than ${length} bytes`;
}

export function rangeText(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}

/** Examples are joined as upstream does it, with its two spaces before "or". */
export function regexText(message: string, pattern: string, ...examples: string[]): string {
  return `${message} (e.g. '${examples.join(`',  or '`)}', regex used for validation is '${pattern}')`;
}

function tooLong(value: string, max: number): boolean {
  // Each UTF-16 unit is at most three bytes, so short texts need no counting.
  return value.length * 3 > max && byteLength(value) > max;
}

export function isDns1123Label(value: string): readonly string[] {
  const long = tooLong(value, 63);
  if (!long && dnsLabel.test(value)) return VALID;
  const errors: string[] = [];
  if (long) errors.push(maxLengthText(63));
  if (!dnsLabel.test(value)) {
    errors.push(
      dnsSubdomain.test(value)
        ? 'must not contain dots'
        : regexText(
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
            DNS_LABEL,
            'my-name',
            '123-abc',
          ),
    );
  }
  return errors;
}

export function isDns1123Subdomain(value: string): readonly string[] {
  const long = tooLong(value, 253);
  if (!long && dnsSubdomain.test(value)) return VALID;
  const errors: string[] = [];
  if (long) errors.push(maxLengthText(253));
  if (!dnsSubdomain.test(value)) {
    errors.push(
      regexText(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
        DNS_SUBDOMAIN,
        'example.com',
      ),
    );
  }
  return errors;
}

export function isDns1123SubdomainWithUnderscore(value: string): readonly string[] {
  const long = tooLong(value, 253);
  if (!long && underscoreSubdomain.test(value)) return VALID;
  const errors: string[] = [];
  if (long) errors.push(maxLengthText(253));
  if (!underscoreSubdomain.test(value)) {
    errors.push(
      regexText(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
        UNDERSCORE_SUBDOMAIN,
        'example.com',
      ),
    );
  }
  return errors;
}

export function isDns1035Label(value: string): readonly string[] {
  const long = tooLong(value, 63);
  if (!long && dns1035Label.test(value)) return VALID;
  const errors: string[] = [];
  if (long) errors.push(maxLengthText(63));
  if (!dns1035Label.test(value)) {
    errors.push(
      regexText(
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
        DNS_1035_LABEL,
        'my-name',
        'abc-123',
      ),
    );
  }
  return errors;
}

/** A host name of two labels or more; a trailing dot is allowed (IsFullyQualifiedDomainName). */
export function isFullyQualifiedDomainName(name: string): readonly string[] {
  const value = name.endsWith('.') ? name.slice(0, -1) : name;
  const errors = isDns1123Subdomain(value);
  if (errors.length > 0) return [errors.join(',')];
  const labels = value.split('.');
  if (labels.length < 2) return ['should be a domain with at least two segments separated by dots'];
  for (const label of labels) {
    const labelErrors = isDns1123Label(label);
    if (labelErrors.length > 0) return [labelErrors.join(',')];
  }
  return VALID;
}

const LABEL_NAME_MESSAGE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** A label key: an optional DNS prefix, `/`, a name (IsLabelKey, once called IsQualifiedName). Absent is empty. */
export function isLabelKey(value = ''): readonly string[] {
  const slash = value.indexOf('/');
  if (slash < 0 && value.length <= 63 && labelName.test(value)) return VALID;
  const parts = value.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${regexText(LABEL_NAME_MESSAGE, LABEL_NAME, 'MyName', 'my.name', '123-abc')} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const errors: string[] = [];
  const name = parts[parts.length - 1] as string;
  if (parts.length === 2) {
    const prefix = parts[0] as string;
    if (prefix === '') errors.push('prefix part must be non-empty');
    else for (const message of isDns1123Subdomain(prefix)) errors.push(`prefix part ${message}`);
  }
  if (name === '') errors.push('name part must be non-empty');
  else if (tooLong(name, 63)) errors.push(`name part ${maxLengthText(63)}`);
  if (!labelName.test(name)) {
    errors.push(`name part ${regexText(LABEL_NAME_MESSAGE, LABEL_NAME, 'MyName', 'my.name', '123-abc')}`);
  }
  return errors.length === 0 ? VALID : errors;
}

export function isLabelValue(value = ''): readonly string[] {
  const long = tooLong(value, 63);
  if (!long && labelValue.test(value)) return VALID;
  const errors: string[] = [];
  if (long) errors.push(maxLengthText(63));
  if (!labelValue.test(value)) {
    errors.push(
      regexText(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        LABEL_VALUE,
        'MyValue',
        'my_value',
        '12345',
      ),
    );
  }
  return errors;
}

/** A key of a ConfigMap or Secret. */
export function isConfigMapKey(value: string): readonly string[] {
  const errors: string[] = [];
  if (tooLong(value, 253)) errors.push(maxLengthText(253));
  if (!configKey.test(value)) {
    errors.push(
      regexText(
        "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
        CONFIG_KEY,
        'key.name',
        'KEY_NAME',
        'key-name',
      ),
    );
  }
  if (value === '.') errors.push("must not be '.'");
  else if (value === '..') errors.push("must not be '..'");
  else if (value.startsWith('..')) errors.push("must not start with '..'");
  return errors.length === 0 ? VALID : errors;
}

/** Any printable ASCII but `=` (IsRelaxedEnvVarName, the rule since 1.34). */
export function isEnvVarName(value: string): readonly string[] {
  if (value === '') return ['environment variable name must be non-empty'];
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit < 0x20 || unit > 0x7e || unit === 0x3d) {
      return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
    }
  }
  return VALID;
}

export function isPortNumber(port: number): readonly string[] {
  return port >= 1 && port <= 65535 ? VALID : [rangeText(1, 65535)];
}

export function isPortName(name: string): readonly string[] {
  const errors: string[] = [];
  if (tooLong(name, 15)) errors.push(maxLengthText(15));
  if (!/^[-a-z0-9]+$/.test(name)) {
    errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(name)) errors.push('must contain at least one letter (a-z)');
  if (name.includes('--')) errors.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) errors.push('must not begin or end with a hyphen');
  return errors.length === 0 ? VALID : errors;
}

export function isHttpHeaderName(name: string): readonly string[] {
  if (headerName.test(name)) return VALID;
  return [
    regexText("a valid HTTP header must consist of alphanumeric characters or '-'", HEADER_NAME, 'X-Header-Name'),
  ];
}

export function isPercent(value: string): readonly string[] {
  if (percent.test(value)) return VALID;
  return [regexText("a valid percent string must be a numeric string followed by an ending '%'", PERCENT, '1%', '93%')];
}

/** A user or group id: 0 … 2^32-1. */
export function isUserOrGroupId(id: number): readonly string[] {
  return id >= 0 && id <= 0xffffffff ? VALID : [rangeText(0, 0xffffffff)];
}

/** What a name may be, by kind: the checks of apimachinery's generic.go. */
export type NameCheck = (name: string) => readonly string[];

/** A trailing dash of a generateName is allowed, since characters follow it. */
export function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}
