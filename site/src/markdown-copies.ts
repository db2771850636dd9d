/** Whether a page is also published as Markdown. Decisions are not, so that the package stays small. */
export const hasMarkdown = (slug: string): boolean => !/^decisions(\/|$)/.test(slug);
