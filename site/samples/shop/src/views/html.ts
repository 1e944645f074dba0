const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

export const euros = (cents: number): string => `${(cents / 100).toFixed(2)} €`

export const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/uploads/shop.css"></head>
  <body><main>${content}</main></body>
</html>`
