package io.azureccm.common.config.identity;

import io.azureccm.common.config.value.Secret;
import java.util.Objects;

/** Certificate of an application: a PEM or PKCS#12 file; the path is empty if not set. */
public record ClientCertificateFile(String path, Secret password) {

    public static final ClientCertificateFile NONE = new ClientCertificateFile("", Secret.NONE);

    public ClientCertificateFile {
        Objects.requireNonNull(path);
        Objects.requireNonNull(password);
    }
}
