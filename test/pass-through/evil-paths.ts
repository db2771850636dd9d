/** What somebody tries who wants to reach another server, another company, or another header. */
export const evilPaths = [
  ...['https://evil.example/x', 'http:evil.example', '//evil.example/x', '///evil.example', '/\\evil.example'],
  ...['\\\\evil.example\\x', '@evil.example/', ':80/x', '.evil.example/x', 'x', '', '/', '?x=1', '#x', ' /x', '\t/x'],
  ...['/..', '/.', '/../18/invoice', '/x/../../18', '/x/..', '/x/./y', '/%2e%2e/18', '/%2E./18', '/.%2e/18'],
  ...['/%252e%252e/18', '/%25252e%25252e/18', '/..;/18', '/..;x=1/18', '/%2e%2e%3b/18', '/%2e', '/x/%2e%2e'],
  ...['/..%2f18', '/x%2f..%2f18', '/x%5c..%5c18', '/..\\18', '/x\\y', '/x%252f..%252f18', '/%2f%2fevil.example'],
  ...['/x//y', '//', '/x//', '/x?y=1', '/x#y', '/x%3fy', '/x%23y', '/x y', '/x%0d%0ahost:evil', '/x\r\nhost: evil'],
  ...['/x%00', '/x\u0000', '/x%250d%250a', '/x%', '/x%2', '/x%zz', '/x%ff', '/é', '/．．/18', '/。。/18', '/x\u2028y'],
  ...['/x\ty', '/x\ny', '/{x}', '/<x>', '/x"y', '/x`y', '/x|y', '/x^y', '/[::1]'],
];
