package io.azureccm.common.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/** Keys that are other ones at another time: each question is answered by those of now. */
public abstract class CurrentKeys extends X509ExtendedKeyManager {
    /** The keys of now. */
    protected abstract X509ExtendedKeyManager current();

    /** While files are replaced one after another, they temporarily do not match. */
    public static void requirePair(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        if (!signature.verify(signed))
            throw new GeneralSecurityException("the key does not belong to the certificate");
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return current().getServerAliases(type, issuers);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return current().chooseServerAlias(type, issuers, socket);
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
        return current().chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return current().getClientAliases(type, issuers);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return current().chooseClientAlias(types, issuers, socket);
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return current().chooseEngineClientAlias(types, issuers, engine);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return current().getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return current().getPrivateKey(alias);
    }
}
