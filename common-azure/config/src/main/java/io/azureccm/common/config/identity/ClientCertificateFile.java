package io.azureccm.common.config.identity;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.value.Secret;

/** Certificate of an application: a PEM or PKCS#12 file; the path is empty if not set. */
public record ClientCertificateFile(
        @Key(value = "aadClientCertPath", effect = "PEM or PKCS#12 file with the certificate of the application") String path,
        @Key(value = "aadClientCertPassword", effect = "Password of that file") Secret password) {}
