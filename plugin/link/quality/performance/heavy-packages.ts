/**
 * Packages whose main entry brings all they have, whatever is named in the import: CommonJS bundles, or modules with effects that a
 * bundler must keep. Sizes are of the minified entry in whole kilobytes, rounded, as bundlephobia.com tells them (2024).
 */
export interface HeavyPackage {
  kilobytes: number
  /** Where one part of it is found, `*` for its name. */
  parts?: string
  /** What to write instead. */
  instead: string
}

const later = (name: string) =>
  `const ${name.replace(/[^a-z]+(\w)/gi, (_, letter: string) => letter.toUpperCase())} = await import('${name}')   // where it is used`

export const heavyPackages: Record<string, HeavyPackage> = {
  lodash: { kilobytes: 70, parts: 'lodash/*', instead: "import debounce from 'lodash/debounce'" },
  underscore: { kilobytes: 20, parts: 'underscore/modules/*.js', instead: "import debounce from 'underscore/modules/debounce.js'" },
  moment: { kilobytes: 290, instead: "import dayjs from 'dayjs'" },
  'moment-timezone': { kilobytes: 1000, instead: "import { formatInTimeZone } from 'date-fns-tz'" },
  'aws-sdk': { kilobytes: 3000, instead: "import { S3Client } from '@aws-sdk/client-s3'" },
  firebase: { kilobytes: 800, instead: "import { getAuth } from 'firebase/auth'" },
  'rxjs/Rx': { kilobytes: 140, instead: "import { map } from 'rxjs/operators'" },
  'core-js': { kilobytes: 200, instead: "import 'core-js/actual/structured-clone'" },
  'babel-polyfill': { kilobytes: 90, instead: "import 'core-js/actual'" },
  '@babel/polyfill': { kilobytes: 90, instead: "import 'core-js/actual'" },
  faker: { kilobytes: 2500, instead: later('@faker-js/faker') },
  '@faker-js/faker': { kilobytes: 2500, instead: later('@faker-js/faker') },
  'highlight.js': { kilobytes: 900, instead: "import hljs from 'highlight.js/lib/core'" },
  'crypto-js': { kilobytes: 60, instead: "import AES from 'crypto-js/aes'" },
  mathjs: { kilobytes: 600, instead: "import { create, addDependencies } from 'mathjs/number'" },
  xlsx: { kilobytes: 900, instead: later('xlsx') },
  exceljs: { kilobytes: 900, instead: later('exceljs') },
  jspdf: { kilobytes: 350, instead: later('jspdf') },
  pdfmake: { kilobytes: 1900, instead: later('pdfmake') },
  'plotly.js': { kilobytes: 3400, instead: "import Plotly from 'plotly.js-basic-dist'" },
  echarts: { kilobytes: 1000, instead: "import * as echarts from 'echarts/core'" },
  'monaco-editor': { kilobytes: 3000, instead: later('monaco-editor') },
  'ace-builds': { kilobytes: 400, instead: later('ace-builds') },
  'jquery-ui': { kilobytes: 250, instead: "import 'jquery-ui/ui/widgets/sortable'" },
  'node-forge': { kilobytes: 280, instead: "import pki from 'node-forge/lib/pki'" },
  googleapis: { kilobytes: 10000, instead: "import { drive } from '@googleapis/drive'" },
  'date-fns-timezone': { kilobytes: 900, instead: "import { formatInTimeZone } from 'date-fns-tz'" },
  bluebird: { kilobytes: 80, instead: 'Promise' },
  '@fortawesome/fontawesome-free/js/all': { kilobytes: 1400, instead: "import { library } from '@fortawesome/fontawesome-svg-core'" },
  'emoji-mart': { kilobytes: 400, instead: later('emoji-mart') },
  'pdfjs-dist': { kilobytes: 400, instead: later('pdfjs-dist') },
  'react-syntax-highlighter': { kilobytes: 600, instead: "import { Light as SyntaxHighlighter } from 'react-syntax-highlighter'" },
  'react-icons/all': { kilobytes: 8000, instead: "import { FaBeer } from 'react-icons/fa'" },
  '@material-ui/icons': { kilobytes: 3000, parts: '@material-ui/icons/*', instead: "import Delete from '@material-ui/icons/Delete'" },
}
