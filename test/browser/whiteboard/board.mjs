/** The real editor of Excalidraw with a file in it, as if somebody had opened the file there. */
import { Excalidraw, exportToSvg, loadFromBlob } from '@excalidraw/excalidraw'
import '@excalidraw/excalidraw/index.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** Another machine would be asked for fonts otherwise. */
Object.assign(window, { EXCALIDRAW_ASSET_PATH: '/' })

const root = createRoot(document.getElementById('board'))

/** Puts a file into the editor. Resolves to what is on the canvas then, and to the picture that the editor exports. */
async function show(file) {
  // As its menu does it: this throws at what is no file of Excalidraw.
  const scene = await loadFromBlob(new Blob([file], { type: 'application/vnd.excalidraw+json' }), null, null)
  const api = await new Promise((resolve) => {
    root.render(createElement(Excalidraw, { key: file, initialData: scene, excalidrawAPI: (given) => resolve(given) }))
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  Object.assign(window, { api })
  const elements = api.getSceneElements()
  const svg = await exportToSvg({ elements, appState: api.getAppState(), files: null })
  return { elements, svg: svg.outerHTML }
}

Object.assign(window, { show })
