package io.azureccm.e2e.cluster;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.rules.ServiceNetwork;

/** What a kube-apiserver itself puts into an empty cluster: namespaces, its own Service, the settings of delegated authentication. */
final class FirstObjects {
    private FirstObjects() {}

    static List<ObjectNode> of(ServiceNetwork network, int port) {
        List<ObjectNode> objects = new ArrayList<>();
        for (String name : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
            objects.add(Json.parse("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}"));
        }
        objects.add(Json.parse("""
                apiVersion: v1
                kind: Service
                metadata:
                  name: kubernetes
                  namespace: default
                  labels: {component: apiserver, provider: kubernetes}
                spec:
                  clusterIP: "%s"
                  ports: [{name: https, port: 443, targetPort: %d}]
                """.formatted(network.firstAddress(network.families().getFirst()), port)));
        objects.add(Json.parse("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: extension-apiserver-authentication, namespace: kube-system}
                data:
                  requestheader-allowed-names: '["front-proxy-client"]'
                  requestheader-extra-headers-prefix: '["X-Remote-Extra-"]'
                  requestheader-group-headers: '["X-Remote-Group"]'
                  requestheader-username-headers: '["X-Remote-User"]'
                """));
        return objects;
    }
}
