package io.azureccm.e2e.suite.harness.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;

/** Where the API server keeps what scenarios make, relative to its address. */
final class ClusterPaths {
    static final String NODES = "api/v1/nodes";
    static final String SERVICES = "api/v1/services";
    static final String EVENTS = "api/v1/events";

    private ClusterPaths() {}

    static String node(String name) {
        return NODES + "/" + name;
    }

    static String service(String namespace, String name) {
        return "api/v1/namespaces/" + namespace + "/services/" + name;
    }

    static String slice(String namespace, String name) {
        return "apis/discovery.k8s.io/v1/namespaces/" + namespace + "/endpointslices/" + name;
    }

    static String lease(String namespace, String name) {
        return "apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases/" + name;
    }

    /** The path of the object that a manifest describes. */
    static String of(JsonNode manifest) {
        String namespace = manifest.at("/metadata/namespace").asText("default");
        String name = manifest.at("/metadata/name").asText();
        return switch (manifest.path("kind").asText()) {
            case "Service" -> service(namespace, name);
            case "EndpointSlice" -> slice(namespace, name);
            case "Lease" -> lease(namespace, name);
            case "Namespace" -> "api/v1/namespaces/" + name;
            default -> throw new IllegalArgumentException("no scenario makes a " + manifest.path("kind"));
        };
    }
}
