/** Drawings that are kept with the code: files of drawing tools, and drawings in documents. What a source file is called is none. */
import Joi from 'joi'
import { counted, listed, outcome } from '../outcome'
import { check } from './check'

const FILES =
  /\.(?:puml|plantuml|mmd|mermaid|drawio|excalidraw|c4|likec4|d2|bpmn|vsdx)$|(?:^|\/)(?:workspace|architecture|c4)\.dsl$|(?:^|[/_-])(?:data[-_ ]?flows?|dfd)[^/]*\.(?:png|svg|jpe?g|pdf|md|dsl)$/i

export const drawings = check<'data flow'>(Joi.valid('data flow').required(), (_asked, { program, audit }) => {
  const files = program.files.map(({ path }) => path).filter((path) => FILES.test(path))
  const drawn = audit.documents.flatMap(({ path, drawings: lines = [] }) => lines.map((line) => ({ file: path, line, text: '' })))
  const inDocuments = new Set(drawn.map(({ file }) => file)).size
  if (files.length + drawn.length === 0)
    return outcome(
      'not met',
      `Looked for files of drawing tools (PlantUML, Mermaid, draw.io, Excalidraw, Structurizr, D2) among ${program.files.length} files, and for drawings in ${counted(audit.documents.length, 'document')}: none.`,
    )
  const parts = [
    ...(files.length > 0 ? [`files ${listed(files, 3)}`] : []),
    ...(drawn.length > 0 ? [`${counted(drawn.length, 'drawing')} in ${counted(inDocuments, 'document')}`] : []),
  ]
  return outcome('met', `Drawings: ${parts.join('; ')}. Whether they show how data flow, and truly, was not looked at.`, [
    ...files.map((file) => ({ file, line: 1, text: '' })),
    ...drawn,
  ])
})
