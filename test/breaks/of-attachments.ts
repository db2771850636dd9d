import type { Break } from './break.ts';

/** The content of attachments, which the platform streams to the client. */
export const ofAttachments: Break[] = [
  {
    id: 'P-ATTACH',
    what: 'a file that the platform breaks off ends as if it were whole',
    file: 'src/connections/provider/hold-content.ts',
    from: 'throw new Unavailable(`The platform broke off after ${bytes} bytes: ${broken.message}.`);',
    to: 'return;',
    tests: ['test/attachments/content.test.ts'],
  },
  {
    id: 'P-ATTACH',
    what: 'a browser may show a file as a page of the service',
    file: 'src/attachments/content-headers.ts',
    from: `'content-security-policy': "sandbox; default-src 'none'",`,
    to: '',
    tests: ['test/attachments/content.test.ts'],
  },
  {
    id: 'P-ATTACH',
    what: 'a base64 response that breaks off counts as a whole file',
    file: 'src/attachments/decode-content.ts',
    from: `if (!isOver) throw new Unavailable("The platform's response broke off.");`,
    to: '',
    tests: ['test/attachments/decode-content.test.ts'],
  },
  {
    id: 'P-ATTACH',
    what: 'files may use all requests of a platform',
    file: 'src/attachments/content-slots.ts',
    from: 'const half = (count: number) => Math.max(1, Math.floor(count / 2));',
    to: 'const half = (count: number) => 10 * count;',
    tests: ['test/attachments/content.test.ts'],
  },
];
