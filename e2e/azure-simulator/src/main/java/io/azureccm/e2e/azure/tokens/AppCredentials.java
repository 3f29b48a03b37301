package io.azureccm.e2e.azure.tokens;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.azure.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The registered credentials of apps: client secrets, certificates, tokens of a federated issuer. Each call replaces
 * the app's earlier registration. An app without registration may sign in with anything.
 */
public final class AppCredentials {
    /** By client; a check of a form is empty if the app may sign in. */
    private final Map<String, Function<Map<String, String>, Optional<Refused>>> apps = new ConcurrentHashMap<>();

    /** A rejection with the code and message of the sign-in service. */
    record Refused(int code, String message) {}

    /** The app signs in only with one of these secrets. */
    public void secrets(String client, String... secrets) {
        Set<String> known = Set.of(secrets);
        apps.put(client, form -> known.contains(form.getOrDefault("client_secret", ""))
                ? Optional.empty()
                : Optional.of(new Refused(7000215, "Invalid client secret provided. Ensure the secret being sent in the"
                        + " request is the client secret value, not the client secret ID, for a secret added to app '"
                        + client + "'.")));
    }

    /** The app signs in only with an assertion signed by one of these certificates. */
    public void certificates(String client, X509Certificate... certificates) {
        List<X509Certificate> known = List.of(certificates);
        apps.put(client, form -> known.stream().anyMatch(each -> signed(form.get("client_assertion"), each))
                ? Optional.empty()
                : Optional.of(new Refused(700027, "The certificate used to sign the client assertion is not registered"
                        + " on application. Client app ID: " + client + ".")));
    }

    /** The app signs in only with one of these tokens of its federated issuer. */
    public void assertions(String client, String... assertions) {
        Set<String> known = Set.of(assertions);
        apps.put(client, form -> known.contains(form.getOrDefault("client_assertion", ""))
                ? Optional.empty()
                : Optional.of(new Refused(700024, "Client assertion is not within its valid time range.")));
    }

    Optional<Refused> check(String client, Map<String, String> form) {
        return apps.getOrDefault(client, any -> Optional.empty()).apply(form);
    }

    private static boolean signed(String assertion, X509Certificate by) {
        String[] parts = assertion == null ? new String[0] : assertion.split("\\.");
        if (parts.length != 3)
            return false;
        try {
            JsonNode head = Json.parse(decode(parts[0]));
            boolean named = names(head, "x5t#S256", "SHA-256", by) || names(head, "x5t", "SHA-1", by);
            Signature check = algorithm(Json.textOr(head, "", "alg"));
            check.initVerify(by.getPublicKey());
            check.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
            return named && check.verify(decode(parts[2]));
        } catch (GeneralSecurityException | IOException | IllegalArgumentException notSigned) {
            return false;
        }
    }

    private static boolean names(JsonNode head, String field, String digest, X509Certificate by)
            throws GeneralSecurityException {
        return MessageDigest.isEqual(decode(Json.textOr(head, "", field)),
                MessageDigest.getInstance(digest).digest(by.getEncoded()));
    }

    private static Signature algorithm(String name) throws GeneralSecurityException {
        if (!name.equals("PS256"))
            return Signature.getInstance("SHA256withRSA");
        Signature pss = Signature.getInstance("RSASSA-PSS");
        pss.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
        return pss;
    }

    /** Thumbprints use either Base64 alphabet, signatures the URL-safe one. */
    private static byte[] decode(String text) {
        return Base64.getUrlDecoder().decode(text.replace('+', '-').replace('/', '_'));
    }
}
