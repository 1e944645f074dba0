/** Methods as compilers of classes describe them. */
import { test } from 'vitest'
import { check } from './marked-lines'

const HELPER = `function define(target, list) { for (var i = 0; i < list.length; i++) Object.defineProperty(target, list[i].key, list[i]) }
var _createClass = function (made, own, statics) { if (own) define(made.prototype, own); if (statics) define(made, statics); return made }
`
const shop = (methods: string) => `var childProcess = require('child_process')
${HELPER}
var Shop = function () {
  function Shop(options) { this.directory = options.directory }
  ${methods}
  return Shop
}()
module.exports = Shop
`

test('users of a package call them, and they call each other', async () => {
  await check({
    'index.js': shop(`_createClass(Shop, [{
    key: 'run',
    value: function run(command) {
      childProcess.exec('shop ' + command) // command-injection: medium
    }
  }, {
    key: 'open',
    value: function open(name) { return this.run('open ' + name) }
  }, {
    key: 'directory',
    get: function get() { return this._directory }
  }], [{
    key: 'list',
    value: function list(name) {
      childProcess.exec('list ' + name) // command-injection: medium
    }
  }])`),
  })
})

test('what nobody outside hands over is no harm, and a list of other things describes nothing', async () => {
  await check({
    'index.js': shop(`_createClass(Shop, [{
    key: 'run',
    value: function run(count) {
      childProcess.exec('shop ' + Number(count)) // command-injection: none
    }
  }])
  columns(Shop, [{ key: 'name', title: function (row) {
    childProcess.exec('shop ' + row) // command-injection: low
  } }])
  function columns(of, list) { return list.length }`),
  })
})
