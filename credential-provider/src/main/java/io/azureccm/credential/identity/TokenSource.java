package io.azureccm.credential.identity;

/** A source of Entra ID tokens for registries. */
public interface TokenSource {
    String RESOURCE = "https://containerregistry.azure.net";
    String SCOPE = RESOURCE + "/.default";

    /** A non-empty token; throws a failure with the reason if there is none. */
    String token();

    /** The tenant that the identity itself names, or an empty string. */
    default String tenant() {
        return "";
    }
}
