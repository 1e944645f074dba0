/** AngularJS hands its services to functions by the names of their parameters, or by names in front of the function. */
import { test } from 'vitest'
import { check } from './marked-lines'

test('services by name', async () => {
  await check(
    {
      'app.js': `const app = angular.module('shop', [])
app.controller('Search', function ($scope, $location, $routeParams, $window, $http) {
  angular.element('#found').html($location.search().q) // dom-xss: high
  angular.element('#found').html('<b>' + $routeParams.q + '</b>') // dom-xss: high
  angular.element('#found').text($location.search().q) // dom-xss: none
  $window.location.href = $location.search().next // open-redirect: high
  $window.location.href = '/found/' + $location.search().next // open-redirect: none
  $location.search('q', $scope.q)
  $http.get('/api/found').then(function (answer) {
    angular.element('#found').html(answer.data) // response-xss: medium
    angular.element('#found').text(answer.data) // response-xss: none
  })
})
app.controller('Short', ['$scope', '$location', function (s, l) {
  angular.element('#found').html(l.hash()) // dom-xss: high
}])
app.controller('Own', function ($scope, place) {
  angular.element('#found').html(place.search().q) // dom-xss: none
})
app.controller('Shown', function ($scope, $sce, $http) {
  $http.get('/api/shown').then(function (answer) {
    $scope.frame = $sce.trustAsResourceUrl(answer.data.frame) // angular-bypass-sanitizer: medium
    $scope.text = $sce.trustAsHtml(answer.data.text) // response-xss: medium
  })
})
app.config(function ($sceProvider) {
  $sceProvider.enabled(false) // escaping-switched-off: high
})
app.config(function ($sceProvider) {
  $sceProvider.enabled(true) // escaping-switched-off: none
})
`,
    },
    { angular: '1' },
  )
})
