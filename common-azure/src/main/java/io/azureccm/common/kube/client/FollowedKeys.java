package io.azureccm.common.kube.client;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client certificate of a kubeconfig from files that somebody renews: looked at with each handshake. */
final class FollowedKeys extends X509ExtendedKeyManager {
    private static final Logger LOG = LoggerFactory.getLogger(FollowedKeys.class);

    private final Config config;
    private volatile Known known;

    private record Known(byte[] certificate, byte[] key, X509ExtendedKeyManager keys) {}

    FollowedKeys(Config config) throws GeneralSecurityException, IOException {
        this.config = config;
        this.known = read();
    }

    private Known read() throws GeneralSecurityException, IOException {
        byte[] certificate = Files.readAllBytes(Path.of(config.getClientCertFile()));
        byte[] key = Files.readAllBytes(Path.of(config.getClientKeyFile()));
        Known before = known;
        if (before != null && Arrays.equals(certificate, before.certificate()) && Arrays.equals(key, before.key()))
            return before;
        return new Known(certificate, key, (X509ExtendedKeyManager) SSLUtils.keyManagers(config)[0]);
    }

    private X509ExtendedKeyManager now() {
        try {
            known = read();
        } catch (GeneralSecurityException | IOException | RuntimeException unusable) {
            LOG.warn("client-certificate: {} and its key cannot be used ({}); the ones before stay in use",
                    config.getClientCertFile(), unusable.getClass().getSimpleName());
        }
        return known.keys();
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return now().chooseEngineClientAlias(types, issuers, engine);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return now().chooseClientAlias(types, issuers, socket);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return known.keys().getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return known.keys().getPrivateKey(alias);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return known.keys().getClientAliases(type, issuers);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return null;
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return null;
    }
}
