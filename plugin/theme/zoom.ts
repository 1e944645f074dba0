/**
 * Enlarges a diagram in a dialog: a click on it, or on its button. One listener on the document, so that pages which come
 * and go with client-side navigation need no set-up. The dialog scrolls natively; dragging and the keys + - 0 are extras.
 */
const step = 1.25
const smallest = 0.1
const largest = 8

let dialog: HTMLDialogElement | undefined

if (typeof document !== 'undefined') {
  document.documentElement.dataset.plumblineZoom = ''
  document.addEventListener('click', (event) => {
    const target = event.target as Element
    // A click on a linked node follows the link, and the dialog is no longer wanted.
    if (target.closest('a')) return dialog?.close()
    const opener = target.closest('.plumbline-diagram__enlarge, .plumbline-diagram__canvas svg')
    const figure = opener?.closest('.plumbline-diagram')
    if (figure) open(figure)
  })
  window.addEventListener('popstate', () => dialog?.close())
}

function open(figure: Element): void {
  const original = figure.querySelector('.plumbline-diagram__canvas svg')
  if (!original) return
  dialog?.remove()
  dialog = build(figure.querySelector('.plumbline-diagram__canvas')?.getAttribute('aria-label') ?? '')
  const view = dialog.querySelector<HTMLElement>('.plumbline-zoom__view')!
  const picture = view.appendChild(original.cloneNode(true) as SVGSVGElement)
  document.body.append(dialog)
  dialog.showModal()
  makeZoomable(dialog, view, picture)
  makeDraggable(view)
}

function build(name: string): HTMLDialogElement {
  const made = document.createElement('dialog')
  made.className = 'plumbline-diagram plumbline-zoom'
  const bar = made.appendChild(document.createElement('div'))
  bar.className = 'plumbline-zoom__bar'
  const title = bar.appendChild(document.createElement('h2'))
  title.className = 'plumbline-zoom__title'
  title.id = 'plumbline-zoom-title'
  title.textContent = name
  made.setAttribute('aria-labelledby', title.id)
  for (const [action, sign, label] of [
    ['out', '−', 'Smaller'],
    ['in', '+', 'Larger'],
    ['fit', 'Fit', 'Fit to the window'],
    ['close', '✕', 'Close'],
  ] as const) {
    const button = bar.appendChild(document.createElement('button'))
    button.type = 'button'
    button.dataset.action = action
    button.textContent = sign
    button.title = label
    button.setAttribute('aria-label', label)
  }
  const view = made.appendChild(document.createElement('div'))
  view.className = 'plumbline-zoom__view'
  view.tabIndex = 0
  made.addEventListener('close', () => made.remove())
  return made
}

function makeZoomable(dialog: HTMLDialogElement, view: HTMLElement, picture: SVGSVGElement): void {
  const { width, height } = picture.viewBox.baseVal
  let scale = 1
  // As drawn, it never exceeds the width of a page.
  picture.style.maxWidth = 'none'

  /** Keeps the point in the middle of the window where it is. */
  const show = (wanted: number) => {
    const before = { x: (view.scrollLeft + view.clientWidth / 2) / scale, y: (view.scrollTop + view.clientHeight / 2) / scale }
    scale = Math.min(largest, Math.max(smallest, wanted))
    picture.style.width = `${width * scale}px`
    picture.style.height = `${height * scale}px`
    view.scrollTo(before.x * scale - view.clientWidth / 2, before.y * scale - view.clientHeight / 2)
  }
  // A small diagram is not blown up to fill a large screen.
  const fitting = () => Math.min(2, (view.clientWidth * 0.96) / width, (view.clientHeight * 0.96) / height)
  const actions: Record<string, () => void> = {
    in: () => show(scale * step),
    out: () => show(scale / step),
    fit: () => show(fitting()),
    close: () => dialog.close(),
  }
  const keys: Record<string, string> = { '+': 'in', '=': 'in', '-': 'out', '0': 'fit' }

  dialog.addEventListener('click', (event) => actions[(event.target as HTMLElement).dataset.action ?? '']?.())
  dialog.addEventListener('keydown', (event) => {
    // With a modifier these keys are the browser's own zoom.
    if (!event.ctrlKey && !event.metaKey) actions[keys[event.key] ?? '']?.()
  })
  view.addEventListener(
    'wheel',
    (event) => {
      // Pinching on a touchpad arrives as a wheel with Ctrl.
      if (!event.ctrlKey) return
      event.preventDefault()
      show(scale * Math.exp(-event.deltaY / 300))
    },
    { passive: false },
  )
  // On a telephone all of a wide diagram would be too small to read: its beginning is shown at full size instead.
  show(Math.max(1, fitting()))
  view.scrollTo(0, 0)
}

function makeDraggable(view: HTMLElement): void {
  // A finger scrolls by itself.
  view.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'mouse' || event.button !== 0 || (event.target as Element).closest('a')) return
    const from = { x: view.scrollLeft + event.clientX, y: view.scrollTop + event.clientY }
    const drag = (move: PointerEvent) => view.scrollTo(from.x - move.clientX, from.y - move.clientY)
    const release = () => {
      delete view.dataset.dragged
      view.removeEventListener('pointermove', drag)
    }
    view.dataset.dragged = ''
    view.setPointerCapture(event.pointerId)
    view.addEventListener('pointermove', drag)
    view.addEventListener('pointerup', release, { once: true })
    view.addEventListener('pointercancel', release, { once: true })
  })
}
