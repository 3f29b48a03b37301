package io.azureccm.credential;

import io.azureccm.credential.http.Pause;
import io.azureccm.credential.http.Trust;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The environment on a node.
 *
 * @param time limit for a response; the kubelet waits one minute
 * @param trust for servers of Azure
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
