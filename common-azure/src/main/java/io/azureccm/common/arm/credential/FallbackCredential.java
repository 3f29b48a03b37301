package io.azureccm.common.arm.credential;

import com.azure.core.credential.TokenCredential;
import java.util.Optional;
import org.springframework.beans.factory.BeanFactory;

/**
 * The credential to use if {@code azure.json} has none: the one that {@code spring.cloud.azure.*} configures. A separate type
 * so that code that assembles an app does not depend on the Azure SDK.
 */
public record FallbackCredential(Optional<TokenCredential> credential) {
    public static final FallbackCredential NONE = new FallbackCredential(Optional.empty());

    private static final String SPRING_CLOUD_AZURE_BEAN = "springCloudAzureDefaultCredential";

    /** The credential bean of Spring Cloud Azure, or else the only credential bean. */
    public static FallbackCredential in(BeanFactory beans) {
        if (beans.containsBean(SPRING_CLOUD_AZURE_BEAN))
            return new FallbackCredential(
                    Optional.of(beans.getBean(SPRING_CLOUD_AZURE_BEAN, TokenCredential.class)));
        return new FallbackCredential(
                Optional.ofNullable(beans.getBeanProvider(TokenCredential.class).getIfUnique()));
    }
}
