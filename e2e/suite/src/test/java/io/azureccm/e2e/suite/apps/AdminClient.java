package io.azureccm.e2e.suite.apps;

import io.azureccm.e2e.cluster.http.SecureClient;
import io.azureccm.e2e.cluster.http.SelfSigned;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Somebody who may ask an app for everything by a client certificate, so that what a test sees of an app depends neither on the
 * Kubernetes API nor on the rights of its tokens.
 */
public final class AdminClient {
    private static final SelfSigned AUTHORITY = SelfSigned.create("operators", List.of());
    static final SecureClient CLIENT = SecureClient
            .withCertificate(AUTHORITY.issue("operator", List.of("system:masters")));

    private AdminClient() {}

    /** The certificate of somebody else whom an app with those flags knows. */
    public static SelfSigned user(String name, String group) {
        return AUTHORITY.issue(name, List.of(group));
    }

    /** The flags with the one by which an app knows the operator. */
    static List<String> allowed(List<String> flags) {
        return Stream.concat(flags.stream(), Stream.of("--client-ca-file=" + Authority.FILE)).toList();
    }

    /** Written when it is first needed. */
    private static final class Authority {
        static final Path FILE = write();

        private static Path write() {
            try {
                Path file = Files.writeString(Files.createTempFile("operators", ".pem"), AUTHORITY.certificatePem());
                file.toFile().deleteOnExit();
                return file;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
