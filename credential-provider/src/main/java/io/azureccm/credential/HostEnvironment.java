package io.azureccm.credential;

import io.azureccm.credential.http.Pause;
import io.azureccm.credential.http.Trust;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What the program meets on a node.
 *
 * @param time in which an answer has to be there; the kubelet waits a minute
 * @param trust in the servers of Azure
 * @param clusterCa the CA of the identity bindings endpoint
 * @param bindingsPort the port of that endpoint
 */
record HostEnvironment(Map<String, String> environment, Duration time, Pause pause, Trust trust, Path clusterCa,
        int bindingsPort) {
    private static final Duration TIME = Duration.ofSeconds(45);

    static HostEnvironment ofNode() {
        Map<String, String> environment = System.getenv();
        return new HostEnvironment(environment, TIME, Thread::sleep, Trust.ofSystem(environment),
                Path.of("/etc/kubernetes/certs/ca.crt"), 443);
    }
}
