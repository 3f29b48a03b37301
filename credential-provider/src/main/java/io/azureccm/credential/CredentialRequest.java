package io.azureccm.credential;

import io.azureccm.credential.report.Failure;
import io.azureccm.credential.report.Log;
import io.azureccm.credential.text.Fields;
import io.azureccm.credential.text.JsonReader;
import java.util.Map;

/** The kubelet's request. Its values are never part of a message. */
record CredentialRequest(String image, String serviceAccountToken, Map<String, String> annotations) {
    private static final String GROUP = "credentialprovider.kubelet.k8s.io/";
    static final String VERSION = GROUP + "v1";
    private static final String KIND = "CredentialProviderRequest";

    static CredentialRequest read(String text, Log log) {
        Fields fields;
        try {
            fields = Fields.of("the request", JsonReader.read(text));
        } catch (IllegalArgumentException wrong) {
            throw new Failure("the request is not JSON, " + wrong.getMessage());
        }
        if (fields.value("serviceAccountToken") instanceof String token)
            log.secret(token);
        String version = fields.text("apiVersion");
        if (!version.equals(VERSION))
            throw new Failure("the request has the apiVersion " + known(version, GROUP) + ", supported is " + VERSION);
        String kind = fields.text("kind");
        if (!kind.equals(KIND))
            throw new Failure(
                    "the request has the kind " + known(kind, "CredentialProvider") + ", expected is " + KIND);
        CredentialRequest request = new CredentialRequest(fields.text("image"), fields.text("serviceAccountToken"),
                fields.texts("serviceAccountAnnotations"));
        if (request.image().isEmpty())
            throw new Failure("the request names no image");
        return request;
    }

    /** A value from the kubelet's vocabulary; any other value could be a misplaced secret and is not shown. */
    private static String known(String value, String start) {
        return value.isEmpty()
                ? "(none)"
                : value.startsWith(start) && value.length() < start.length() + 20 ? value : "(another)";
    }
}
