package io.azureccm.e2e.suite.apps.security;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.tokens.AppCertificate;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.http.SelfSigned;
import io.azureccm.e2e.suite.apps.SimulatedCloud;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What an app proves itself with, in files: made new as often as a test likes. The simulators refuse what was issued before as
 * soon as something is issued; the files are written apart from it.
 */
final class Credentials {
    private static final String CLIENT = "c";

    private final SimulatedCloud cloud;
    private final Path folder;
    private final List<String> secrets = new ArrayList<>();
    private SelfSigned user;
    private String token;

    Credentials(SimulatedCloud cloud) {
        this.cloud = cloud;
        this.folder = cloud.folder();
    }

    /** Everything secret that was ever issued. */
    List<String> secrets() {
        return secrets;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    String issueSecret() {
        String secret = secret("client-secret");
        cloud.azure().apps().secrets(CLIENT, secret);
        return secret;
    }

    String issueAzureCertificate() {
        AppCertificate certificate = AppCertificate.create("azure-app");
        cloud.azure().apps().certificates(CLIENT, certificate.certificate());
        return keptFrom(certificate.pem());
    }

    String issueFederatedToken() {
        String assertion = secret("federated");
        cloud.azure().apps().assertions(CLIENT, assertion);
        return assertion;
    }

    String issueKubernetesToken() {
        if (token != null) {
            cloud.cluster().access().revoke(token);
        }
        token = secret("kubernetes");
        cloud.cluster().access().addToken(token, Caller.ADMIN);
        cloud.cluster().cutConnections();
        return token;
    }

    SelfSigned issueKubernetesCertificate() {
        if (user != null) {
            cloud.cluster().access().revoke(user.certificate());
        }
        user = SelfSigned.create("controller", List.of());
        keptFrom(user.keyPem());
        cloud.cluster().access().addCertificate(user.certificate(), Caller.ADMIN);
        return user;
    }

    void write(String name, String text) {
        try {
            Files.writeString(file(name), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void writeKubernetesCertificate(SelfSigned one) {
        write("kube-cert.pem", one.certificatePem());
        write("kube-key.pem", one.keyPem());
    }

    /** The cloud config with other keys for the credential; an empty value takes a key away. */
    void writeCloudConfig(Map<String, Object> keys) {
        try {
            Path file = cloud.config(cloud.azure().url());
            ObjectMapper json = new ObjectMapper();
            ObjectNode config = (ObjectNode) json.readTree(Files.readString(file));
            config.remove("aadClientSecret");
            config.setAll((ObjectNode) json.valueToTree(keys));
            write("azure.json", config.toString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A kubeconfig whose CA is in a file; {@code user} are the fields of its user. */
    void writeKubeconfig(String fields) {
        write("kube-ca.pem", cloud.cluster().certificateAuthority());
        write("kubeconfig", """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "%s", certificate-authority: kube-ca.pem}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                users: [{name: u, user: {%s}}]
                """.formatted(cloud.cluster().url(), fields));
    }

    private String secret(String kind) {
        String made = kind + "-" + UUID.randomUUID();
        secrets.add(made);
        return made;
    }

    /** A line out of the middle of a PEM file stands for all of it. */
    private String keptFrom(String pem) {
        secrets.add(pem.lines().skip(1).findFirst().orElseThrow());
        return pem;
    }
}
