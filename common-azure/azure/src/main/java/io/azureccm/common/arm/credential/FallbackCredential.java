package io.azureccm.common.arm.credential;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import io.azureccm.common.config.cloud.AzureCloud;
import java.util.List;
import java.util.Optional;

/**
 * The credential to use if {@code azure.json} has none. A separate type so that code that assembles an app does not depend on
 * the Azure SDK.
 */
@FunctionalInterface
public interface FallbackCredential {
    FallbackCredential NONE = (cloud, http) -> Optional.empty();

    /** A credential of the token service of {@code cloud}; building requests no token. */
    Optional<TokenCredential> build(AzureCloud cloud, HttpClient http);

    /** Texts that no message may contain. */
    default List<String> secrets() {
        return List.of();
    }
}
