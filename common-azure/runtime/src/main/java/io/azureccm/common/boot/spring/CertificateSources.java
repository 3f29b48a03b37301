package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.config.identity.ClientCertificateFile;
import io.azureccm.common.config.options.ServingOptions;
import io.azureccm.common.observe.CertificateWatch.Source;
import io.azureccm.common.tls.CertificateFiles;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;

/** Where the certificates are that an app shows to others: to Microsoft Entra, to clients of its port, and to the Kubernetes API. */
final class CertificateSources {
    private CertificateSources() {}

    static List<Source> of(ConfigFollower config, ServingOptions.TlsOptions port, Config kubernetes) {
        return List.of(
                new Source("azure", "the client certificate of the Azure credential (aadClientCertPath)",
                        () -> config.inUse()
                                .map(used -> ofCredential(used.config().identity().credentials().certificate()))
                                .orElse(List.of())),
                new Source("port", "the certificate of the port", () -> port.found()
                        .map(files -> pem(Path.of(files.certificate())))
                        .orElse(List.of())),
                new Source("kubeconfig", "the client certificate of the kubeconfig", () -> ofKubeconfig(kubernetes)));
    }

    static List<X509Certificate> ofCredential(ClientCertificateFile file) {
        if (file.path().isEmpty())
            return List.of();
        Path path = Path.of(file.path());
        try {
            byte[] content = Files.readAllBytes(path);
            return new String(content, StandardCharsets.ISO_8859_1).contains("-----BEGIN")
                    ? pem(path)
                    : pkcs12(path, file.password().reveal());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static List<X509Certificate> pkcs12(Path path, String password) {
        try (InputStream content = Files.newInputStream(path)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(content, password.toCharArray());
            List<X509Certificate> found = new ArrayList<>();
            for (String alias : Collections.list(store.aliases()))
                if (store.getCertificate(alias) instanceof X509Certificate certificate)
                    found.add(certificate);
            return found;
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IllegalArgumentException(path + ": " + unusable.getMessage(), unusable);
        }
    }

    private static List<X509Certificate> pem(Path path) {
        return CertificateFiles.certificates(CertificateFiles.ofFile("certificate", path));
    }

    private static List<X509Certificate> ofKubeconfig(Config kubernetes) {
        String file = kubernetes.getClientCertFile();
        if (file != null && !file.isEmpty())
            return pem(Path.of(file));
        String data = kubernetes.getClientCertData();
        return data == null || data.isEmpty()
                ? List.of()
                : CertificateFiles.certificates(CertificateFiles.ofText("certificate", "client-certificate-data",
                        new String(Base64.getDecoder().decode(data), StandardCharsets.ISO_8859_1)));
    }
}
