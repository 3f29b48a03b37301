package io.azureccm.e2e.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes a kubeconfig: one cluster, one user with a bearer token, one context. */
final class Kubeconfig {
    private Kubeconfig() {}

    /** {@code authority} is a PEM certificate, empty for plain HTTP. */
    static String of(String url, String authority, String token) {
        String trust = authority.isEmpty()
                ? ""
                : "\n    certificate-authority-data: "
                        + Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.US_ASCII));
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: simulator
                  cluster:
                    server: %s%s
                users:
                - name: user
                  user:
                    token: %s
                contexts:
                - name: simulator
                  context:
                    cluster: simulator
                    user: user
                    namespace: default
                current-context: simulator
                """.formatted(url, trust, token);
    }
}
