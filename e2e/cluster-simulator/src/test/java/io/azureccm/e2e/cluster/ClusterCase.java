package io.azureccm.e2e.cluster;

import java.io.IOException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A fresh cluster and a plain client for each test. */
abstract class ClusterCase {
    static final String SERVICES = "/api/v1/namespaces/default/services";
    static final String CONFIGMAPS = "/api/v1/namespaces/default/configmaps";
    static final String NODES = "/api/v1/nodes";
    ClusterSimulator cluster;
    Rest rest;

    @BeforeEach
    void open() throws IOException {
        cluster = ClusterSimulator.start(options());
        rest = new Rest(cluster);
    }

    @AfterEach
    void shut() {
        rest.close();
        cluster.close();
    }

    ClusterOptions options() {
        return ClusterOptions.defaults();
    }

    /** A Service with the given fields in its spec (YAML flow). */
    Rest.Answer createService(String name, String spec) {
        return rest.post(SERVICES, "{metadata: {name: " + name + "}, spec: {" + spec + "}}");
    }

    Rest.Answer createConfigMap(String name, String labels) {
        return rest.post(CONFIGMAPS, "{metadata: {name: " + name + ", labels: {" + labels + "}}}");
    }
}
