package io.azureccm.common.config.cloud;

import io.azureccm.common.config.arm.EndpointConfig;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The cloud names that need no discovery. Names are matched ignoring case and surrounding blanks. */
public final class CloudNames {

    private static final Map<String, AzureCloud> TABLE = Map.of("", AzureCloud.PUBLIC, "AZURECLOUD", AzureCloud.PUBLIC,
            "AZUREPUBLICCLOUD", AzureCloud.PUBLIC, "AZURECHINACLOUD", AzureCloud.CHINA, "AZUREUSGOVERNMENT",
            AzureCloud.US_GOVERNMENT, "AZUREUSGOVERNMENTCLOUD", AzureCloud.US_GOVERNMENT);

    private CloudNames() {}

    public static Optional<AzureCloud> find(String name) {
        return Optional.ofNullable(TABLE.get(normal(name)));
    }

    /** Whether the name is in the table or selects Azure Stack. */
    public static boolean known(String name) {
        return TABLE.containsKey(normal(name)) || normal(name).equals(EndpointConfig.AZURE_STACK_CLOUD);
    }

    /** One name for each cloud, as spelled in the documentation. */
    public static List<String> preferred() {
        return List.of(AzureCloud.PUBLIC.name(), AzureCloud.CHINA.name(), AzureCloud.US_GOVERNMENT.name(),
                "AzureStackCloud");
    }

    private static String normal(String name) {
        return name.strip().toUpperCase(Locale.ROOT);
    }
}
