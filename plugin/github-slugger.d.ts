/** Version 1 is the last that CommonJS can load, and comes without types. */
declare module 'github-slugger' {
  export default class GithubSlugger {
    slug(text: string, maintainCase?: boolean): string
  }
}
