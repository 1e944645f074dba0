/** What was copied elsewhere is somebody else's markup, wherever an editor or a page is handed it as such. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('of the clipboard of Electron, and of what is dropped', () =>
  check(
    {
      'src/editor.ts': `
import { clipboard } from 'electron'
import type { Editor } from 'tinymce'
import DOMPurify from 'dompurify'

export function onPaste(event: ClipboardEvent, editor: Editor) {
  const pasted = event.clipboardData.getData('text/html') ? clipboard.readHTML() : ''
  editor.insertContent(pasted) // dom-xss: low
  editor.insertContent(DOMPurify.sanitize(pasted)) // dom-xss: none
  editor.insertContent('<b>' + clipboard.readText().length + '</b>') // dom-xss: none
}

export function onDrop(event: DragEvent, editor: Editor) {
  editor.selection.setContent(event.dataTransfer.getData('text/html')) // dom-xss: low
}

export function paste(into: HTMLElement) {
  into.innerHTML = clipboard.readHTML() // dom-xss: medium
  into.textContent = clipboard.readHTML() // dom-xss: none
}
`,
      'src/plain.ts': `
import tinymce from 'tinymce'
tinymce.init({
  setup(editor) {
    editor.on('paste', (event) => editor.insertContent(event.clipboardData.getData('text/html'))) // dom-xss: low
  },
})
`,
    },
    { electron: '30', react: '18', tinymce: '7', dompurify: '3' },
  ))
