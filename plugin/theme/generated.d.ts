/** What Docusaurus generates for the browser, as far as it is read here. */
declare module '@generated/globalData' {
  interface PageMarks {
    marks: { text: string; id: string; actual: string; href: string }[]
    checked: number
    commit: string | null
  }
  const globalData: Record<string, Record<string, { plumblineMarks?: Record<string, PageMarks> }>>
  export default globalData
}
