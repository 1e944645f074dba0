/**
 * Packages whose main entry brings all they have, whatever is named in the import: CommonJS bundles, or modules with effects that a
 * bundler must keep. `very large` ones are half a megabyte of script and more; which is which is judgement, and no figure is printed.
 */
import { rowsByName } from '../../../rows-by-name'

export interface HeavyPackage {
  size: 'large' | 'very large'
  /** Where one part of it is found, `*` for its name. */
  parts?: string
  /** What to write instead. */
  instead: string
}

const later = (name: string) =>
  `const ${name.replace(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase())} = await import('${name}')   // where it is used`

export const heavyPackages: Record<string, HeavyPackage> = rowsByName({
  lodash: { size: 'large', parts: 'lodash/*', instead: "import debounce from 'lodash/debounce'" },
  underscore: { size: 'large', parts: 'underscore/modules/*.js', instead: "import debounce from 'underscore/modules/debounce.js'" },
  moment: { size: 'large', instead: "import dayjs from 'dayjs'" },
  'moment-timezone': { size: 'very large', instead: "import { formatInTimeZone } from 'date-fns-tz'" },
  'aws-sdk': { size: 'very large', instead: "import { S3Client } from '@aws-sdk/client-s3'" },
  firebase: { size: 'very large', instead: "import { getAuth } from 'firebase/auth'" },
  'rxjs/Rx': { size: 'large', instead: "import { map } from 'rxjs/operators'" },
  'core-js': { size: 'large', instead: "import 'core-js/actual/structured-clone'" },
  'babel-polyfill': { size: 'large', instead: "import 'core-js/actual'" },
  '@babel/polyfill': { size: 'large', instead: "import 'core-js/actual'" },
  faker: { size: 'very large', instead: later('@faker-js/faker') },
  '@faker-js/faker': { size: 'very large', instead: later('@faker-js/faker') },
  'highlight.js': { size: 'very large', instead: "import hljs from 'highlight.js/lib/core'" },
  'crypto-js': { size: 'large', instead: "import AES from 'crypto-js/aes'" },
  mathjs: { size: 'very large', instead: "import { create, addDependencies } from 'mathjs/number'" },
  xlsx: { size: 'very large', instead: later('xlsx') },
  exceljs: { size: 'very large', instead: later('exceljs') },
  jspdf: { size: 'large', instead: later('jspdf') },
  pdfmake: { size: 'very large', instead: later('pdfmake') },
  'plotly.js': { size: 'very large', instead: "import Plotly from 'plotly.js-basic-dist'" },
  echarts: { size: 'very large', instead: "import * as echarts from 'echarts/core'" },
  'monaco-editor': { size: 'very large', instead: later('monaco-editor') },
  'ace-builds': { size: 'large', instead: later('ace-builds') },
  'jquery-ui': { size: 'large', instead: "import 'jquery-ui/ui/widgets/sortable'" },
  'node-forge': { size: 'large', instead: "import pki from 'node-forge/lib/pki'" },
  googleapis: { size: 'very large', instead: "import { drive } from '@googleapis/drive'" },
  'date-fns-timezone': { size: 'very large', instead: "import { formatInTimeZone } from 'date-fns-tz'" },
  bluebird: { size: 'large', instead: 'Promise' },
  '@fortawesome/fontawesome-free/js/all': { size: 'very large', instead: "import { library } from '@fortawesome/fontawesome-svg-core'" },
  'emoji-mart': { size: 'large', instead: later('emoji-mart') },
  'pdfjs-dist': { size: 'large', instead: later('pdfjs-dist') },
  'react-syntax-highlighter': { size: 'very large', instead: "import { Light as SyntaxHighlighter } from 'react-syntax-highlighter'" },
  'react-icons/all': { size: 'very large', instead: "import { FaBeer } from 'react-icons/fa'" },
  '@material-ui/icons': { size: 'very large', parts: '@material-ui/icons/*', instead: "import Delete from '@material-ui/icons/Delete'" },
})
