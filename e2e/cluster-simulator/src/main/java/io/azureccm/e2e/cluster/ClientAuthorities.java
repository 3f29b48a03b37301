package io.azureccm.e2e.cluster;

import java.util.List;

import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.http.SelfSigned;
import io.azureccm.e2e.cluster.json.Json;

/**
 * The cluster's authorities for client certificates and front proxies, as published for servers that delegate
 * authentication to the cluster.
 */
public record ClientAuthorities(SelfSigned clients, SelfSigned proxies) {
    private static final String ALLOWED_PROXY = "front-proxy-client";

    static ClientAuthorities create() {
        return new ClientAuthorities(SelfSigned.create("kubernetes", List.of()),
                SelfSigned.create("front-proxy-ca", List.of()));
    }

    /** A certificate for a user with groups. */
    public SelfSigned user(String name, String... groups) {
        return clients.issue(name, List.of(groups));
    }

    /** The certificate of the proxy that may name users in headers. */
    public SelfSigned frontProxy() {
        return proxies.issue(ALLOWED_PROXY, List.of());
    }

    /** The ConfigMap that servers read. */
    public ObjectNode configMap() {
        ObjectNode map = Json.parse("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: extension-apiserver-authentication, namespace: kube-system}
                data:
                  requestheader-allowed-names: '["%s"]'
                  requestheader-extra-headers-prefix: '["X-Remote-Extra-"]'
                  requestheader-group-headers: '["X-Remote-Group"]'
                  requestheader-username-headers: '["X-Remote-User"]'
                """.formatted(ALLOWED_PROXY));
        Json.ensure(map, "data")
                .put("client-ca-file", clients.certificatePem())
                .put("requestheader-client-ca-file", proxies.certificatePem());
        return map;
    }
}
