package io.azureccm.common.config.cloud;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** An Azure Stack environment file: JSON with the endpoints of the cloud; missing keys change nothing. */
record EnvironmentFile(JsonNode tree) {

    /** The environment variable that names the file. */
    static final String VARIABLE = "AZURE_ENVIRONMENT_FILEPATH";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** @throws IOException if the bytes are not a JSON object */
    static EnvironmentFile parse(byte[] content) throws IOException {
        try {
            JsonNode tree = JSON.readTree(content);
            if (tree.isObject()) {
                return new EnvironmentFile(tree);
            }
        } catch (JsonProcessingException e) {
            throw new IOException("it is not JSON", e);
        }
        throw new IOException("it is not a JSON object");
    }

    /** True if only one of ARM endpoint and audience is set; they are only used together. */
    boolean halfOfArm() {
        return text("resourceManagerEndpoint").isEmpty() != text("tokenAudience").isEmpty();
    }

    AzureCloud over(AzureCloud cloud) {
        boolean arm = !text("resourceManagerEndpoint").isEmpty() && !text("tokenAudience").isEmpty();
        return new AzureCloud(cloud.name(),
                arm ? text("resourceManagerEndpoint") : cloud.resourceManagerEndpoint(),
                or("activeDirectoryEndpoint", cloud.authorityHost()),
                arm ? text("tokenAudience") : cloud.tokenAudience(), or("keyVaultDNSSuffix", cloud.keyVaultDns()));
    }

    private String or(String key, String otherwise) {
        return text(key).isEmpty() ? otherwise : text(key);
    }

    private String text(String key) {
        return tree.path(key).asText("").strip();
    }
}
