// Models: names of Docker's official images (docker.io/library), github.com/docker-library/official-images
// Simplified: the names that people use; the list is not renewed by itself.
// Not modelled: what these images do; known-images.ts describes some of them, the others are well-behaved servers.

/** Official images that exist beside those that `known-images.ts` describes. */
export const officialNames: ReadonlySet<string> = new Set(
  'adminer aerospike alt amazoncorretto api-firewall arangodb archlinux backdrop bonita buildpack-deps caddy cassandra chronograf cirros clearlinux clefos clickhouse clojure composer consul convertigo couchbase couchdb crate dart docker drupal eclipse-mosquitto eclipse-temurin eggdrop elasticsearch elixir emqx erlang flink fluentd friendica gazebo gcc geonetwork ghost gradle groovy haproxy haskell haxe hitch hylang ibm-semeru-runtimes ibmjava influxdb irssi jetty joomla jruby julia kapacitor kibana kong krakend lightstreamer liquibase logstash mageia matomo maven mediawiki mongo-express monica mono nats nats-streaming neo4j neurodebian nextcloud odoo open-liberty openjdk oraclelinux orientdb percona photon phpmyadmin plone postfixadmin pypy r-base rakudo-star redmine registry rethinkdb rocket.chat ros rust sapmachine satosa silverpeas sl solr sonarqube spark spiped storm swift swipl teamspeak telegraf tomcat tomee unit varnish vault websphere-liberty xwiki yourls znc zookeeper'.split(
    ' ',
  ),
);
