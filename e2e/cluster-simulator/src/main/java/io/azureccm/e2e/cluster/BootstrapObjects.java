package io.azureccm.e2e.cluster;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.rules.ServiceNetwork;

/**
 * The objects that a kube-apiserver creates in an empty cluster: namespaces, its own Service, the settings of delegated
 * authentication and the roles of servers that use them.
 */
final class BootstrapObjects {
    private BootstrapObjects() {}

    static List<ObjectNode> of(ServiceNetwork network, int port, ClientAuthorities authorities) {
        List<ObjectNode> objects = new ArrayList<>();
        for (String name : List.of("default", "kube-system", "kube-public", "kube-node-lease"))
            objects.add(Json.parse("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}"));
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
        objects.add(authorities.configMap());
        objects.add(Json.parse("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: "system:auth-delegator"}
                rules:
                - {apiGroups: [authentication.k8s.io], resources: [tokenreviews], verbs: [create]}
                - {apiGroups: [authorization.k8s.io], resources: [subjectaccessreviews], verbs: [create]}
                """));
        objects.add(Json.parse("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: extension-apiserver-authentication-reader, namespace: kube-system}
                rules:
                - apiGroups: [""]
                  resources: [configmaps]
                  resourceNames: [extension-apiserver-authentication]
                  verbs: [get, list, watch]
                """));
        return objects;
    }
}
