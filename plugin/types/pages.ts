/** What is published, before and after it is printed. */

/** What one page shows: data for one template, nothing left to decide. */
export interface View {
  /** Where the page goes, relative to the output folder: `security-docs/analysis/01-security-surface.md`. */
  path: string
  /** Template under `templates/pages/`, without extension; `data` prints the data themselves as JSON. */
  template: string
  data: Record<string, unknown>
}

export interface Page {
  path: string
  content: string
}

/** A picture as text, for those who asked for it alone. */
export interface Drawn {
  /** Of several pictures of one kind, which part it shows. */
  of?: string
  text: string
  /** What was left out, in a sentence; '' where nothing was. */
  cut: string
}

/** Texts of pages as templates leave them, by what they show; a run may know those of the last one. */
export interface PageTexts {
  once(view: View, write: () => string): string
}
