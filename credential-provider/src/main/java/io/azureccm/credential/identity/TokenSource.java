package io.azureccm.credential.identity;

/** Where a token of Entra ID for registries comes from. */
public interface TokenSource {
    String RESOURCE = "https://containerregistry.azure.net";
    String SCOPE = RESOURCE + "/.default";

    /** A token that is not empty; a failure says why there is none. */
    String token();

    /** The tenant that the identity itself names, or an empty text. */
    default String tenant() {
        return "";
    }
}
