const uid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const time =
  /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b|\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g;
/** Of a Service: drawn by chance from 10.96.0.0/12. */
const serviceIP = /\b10\.(9[6-9]|10\d|11[01])\.\d{1,3}\.\d{1,3}\b/g;

/**
 * Printed text without what two runs of one session, and two versions of kubectl, differ in: times, ages,
 * UIDs, versions, addresses of Services, and the width of columns that hold them.
 */
export function normalForm(text: string): string {
  return (
    text
      .replace(uid, 'UID')
      .replace(time, 'TIME')
      .replace(serviceIP, 'SERVICE-IP')
      .replace(/resourceVersion: "\d+"/g, 'resourceVersion: VERSION')
      .replace(/(?<![\w.:/-])(\d+[smhdy])+(?![\w.:/-])/g, 'AGE')
      .replace(/<invalid>/g, 'AGE')
      // Older ones do not say it.
      .replace(/( deleted) from \S+ namespace$/gm, '$1')
      .replace(/^ *creationTimestamp: null\n/gm, '')
      .split('\n')
      .map((line) => line.replace(/[ \t]+/g, ' ').trimEnd())
      .join('\n')
      .trimEnd()
  );
}
