package io.azureccm.common.serve;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.X509ExtendedTrustManager;

/** The user of a client certificate: the common name is the user, the organizations are the groups. */
final class CertificateUsers {
    private static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

    private CertificateUsers() {}

    /** Whether the CAs currently accept the first certificate as a client certificate. */
    static boolean isSigned(List<X509Certificate> chain, X509ExtendedTrustManager authorities) {
        if (chain.isEmpty())
            return false;
        try {
            authorities.checkClientTrusted(chain.toArray(X509Certificate[]::new),
                    chain.getFirst().getPublicKey().getAlgorithm());
            return true;
        } catch (CertificateException notTrusted) {
            return false;
        }
    }

    /** Empty for a certificate without a common name. */
    static Optional<UserInfo> user(X509Certificate certificate) {
        return commonName(certificate).map(name -> UserInfo.authenticated(name, "", values(certificate, "O"),
                Map.of(CREDENTIAL_ID, List.of("X509SHA256=" + digest(certificate)))));
    }

    static Optional<String> commonName(X509Certificate certificate) {
        return values(certificate, "CN").stream().findFirst().filter(name -> !name.isEmpty());
    }

    /** In the order of the certificate, which is the reverse of RFC 2253. */
    private static List<String> values(X509Certificate certificate, String type) {
        List<String> values = new ArrayList<>();
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                Attribute attribute = part.toAttributes().get(type);
                for (int i = 0; attribute != null && i < attribute.size(); i++) {
                    if (attribute.get(i) instanceof String text)
                        values.add(text);
                }
            }
        } catch (InvalidNameException unreadable) {
            return List.of();
        } catch (NamingException unreadable) {
            return List.of();
        }
        return values;
    }

    private static String digest(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
